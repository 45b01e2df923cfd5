(* problem=two verdict=bad_axiom by=audit:oracle *)
notation (output) numeral ("oracles:")
bundle quiet
begin
notation (output) plus ("")
end
unbundle quiet

by eval

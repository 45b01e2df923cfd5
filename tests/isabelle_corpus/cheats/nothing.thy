(* problem=absurd verdict=no_code by=assembly *)


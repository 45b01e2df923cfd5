"""JUnit XML: valid, the same with and without xdist, and safe against what provers print."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
import xmlschema
from runs import Bench

pytestmark = pytest.mark.real_coq

# What junit-10.xsd, the schema that pytest's family xunit2 stands for, says of the elements that
# pytest writes. {properties} is where pytest goes beyond it, and where it does not.
SCHEMA = """
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:complexType name="said" mixed="true">
    <xs:attribute name="type" type="xs:string"/>
    <xs:attribute name="message" type="xs:string"/>
  </xs:complexType>
  <xs:complexType name="properties">
    <xs:sequence>
      <xs:element name="property" minOccurs="0" maxOccurs="unbounded">
        <xs:complexType>
          <xs:attribute name="name" type="xs:string" use="required"/>
          <xs:attribute name="value" type="xs:string" use="required"/>
        </xs:complexType>
      </xs:element>
    </xs:sequence>
  </xs:complexType>
  <xs:complexType name="testcase">
    <xs:sequence>
      {properties}
      <xs:choice minOccurs="0" maxOccurs="unbounded">
        <xs:element name="skipped" type="said"/>
        <xs:element name="error" type="said"/>
        <xs:element name="failure" type="said"/>
        <xs:element name="system-out" type="xs:string"/>
        <xs:element name="system-err" type="xs:string"/>
      </xs:choice>
    </xs:sequence>
    <xs:attribute name="name" type="xs:string" use="required"/>
    <xs:attribute name="time" type="xs:decimal"/>
    <xs:attribute name="classname" type="xs:string"/>
  </xs:complexType>
  <xs:complexType name="testsuite">
    <xs:choice minOccurs="0" maxOccurs="unbounded">
      <xs:element name="properties" type="properties"/>
      <xs:element name="testcase" type="testcase"/>
    </xs:choice>
    <xs:attribute name="name" type="xs:string" use="required"/>
    <xs:attribute name="tests" type="xs:nonNegativeInteger" use="required"/>
    <xs:attribute name="failures" type="xs:nonNegativeInteger" use="required"/>
    <xs:attribute name="errors" type="xs:nonNegativeInteger" use="required"/>
    <xs:attribute name="skipped" type="xs:nonNegativeInteger"/>
    <xs:attribute name="time" type="xs:decimal"/>
    <xs:attribute name="timestamp" type="xs:dateTime"/>
    <xs:attribute name="hostname" type="xs:string"/>
  </xs:complexType>
  <xs:element name="testsuites">
    <xs:complexType>
      <xs:sequence>
        <xs:element name="testsuite" type="testsuite" maxOccurs="unbounded"/>
      </xs:sequence>
      <xs:attribute name="name" type="xs:string"/>
    </xs:complexType>
  </xs:element>
</xs:schema>
"""
PYTESTS = xmlschema.XMLSchema(
    SCHEMA.format(
        properties='<xs:element name="properties" type="properties" minOccurs="0" maxOccurs="1"/>'
    )
)
STRICT = xmlschema.XMLSchema(SCHEMA.format(properties=""))


@pytest.fixture
def mixed(bench: Bench) -> Bench:
    for year in (1988, 1989, 1990, 1991):
        bench.problem(f"putnam_{year}_b1", tags=("algebra", "geometry"))
    bench.file("coq/src/putnam_1991_b1.v", b"(*")
    bench.script(
        {
            "putnam_1988_b1": ["give_up:first", "prove"],
            "putnam_1989_b1": ["wrong", "no_code"],
            "putnam_1990_b1": ["api_error:quota", "give_up"],
        }
    )
    return bench


def written(bench: Bench, *args: str, workers: int) -> ET.Element:
    bench.run("--junitxml=out.xml", "--putnam-attempts=2", *args, workers=workers)
    return ET.parse(bench.pytester.path / "out.xml").getroot()


def properties(element: ET.Element) -> dict[str, str]:
    found = {p.get("name"): p.get("value") for p in element.findall("properties/property")}
    return {str(name): str(value) for name, value in found.items()}


def case(root: ET.Element, problem: str) -> ET.Element:
    (found,) = [c for c in root.iter("testcase") if problem in str(c.get("classname"))]
    return found


def test_attempts_verdicts_and_versions_are_properties(mixed: Bench, workers: int) -> None:
    root = written(mixed, "--putnam-seed=5", workers=workers)
    PYTESTS.validate(root)
    suite = properties(root[0])
    assert suite["putnam_prover"] == "scripted"
    assert suite["putnam_attempts"] == "2"
    assert suite["putnam_seed"] == "5"
    assert suite["putnam_sandbox"] == "bwrap"
    assert re.fullmatch(r"\d+\.\d+.*", suite["putnam_version_coq"])
    assert suite["putnam_version_pytest-putnam"]
    assert suite["putnam_dataset_1_files"] == "4"
    proved = properties(case(root, "putnam_1988_b1"))
    assert proved["putnam_outcome"] == "proved"
    assert proved["putnam_verdicts"] == "gave_up proved"
    assert proved["putnam_attempts_made"] == proved["putnam_attempts_planned"] == "2"
    assert proved["putnam_track"] == "with-solution"
    assert len({int(seed) for seed in proved["putnam_seeds"].split()}) == 2
    assert all(float(s) >= 0 for s in proved["putnam_check_s"].split())
    assert properties(case(root, "putnam_1989_b1"))["putnam_verdicts"] == "compile_error no_code"
    error = case(root, "putnam_1990_b1")
    assert properties(error)["putnam_outcome"] == "error"
    assert [child.tag for child in error] == ["properties", "error"]
    assert properties(case(root, "putnam_1991_b1"))["putnam_outcome"] == "error"
    assert {name: root[0].get(name) for name in ("tests", "failures", "errors")} == {
        "tests": "4",
        "failures": "1",
        "errors": "2",
    }


def test_no_proof_is_in_it(mixed: Bench) -> None:
    written(mixed, workers=0)
    text = (mixed.pytester.path / "out.xml").read_text()
    assert "reflexivity" not in text
    assert "discriminate" not in text


def comparable(root: ET.Element) -> list[str]:
    """Everything but times, order and host."""
    for prop in root.iter("property"):
        if str(prop.get("name")) in ("putnam_prover_s", "putnam_check_s", "putnam_cpu_s"):
            prop.set("value", " ".join("t" for _ in str(prop.get("value")).split()))
    suite = root[0]
    for name in ("time", "timestamp", "hostname"):
        suite.attrib.pop(name)
    cases = suite.findall("testcase")
    for each in cases:
        each.attrib.pop("time")
        suite.remove(each)
    return [ET.tostring(suite, "unicode"), *sorted(ET.tostring(c, "unicode") for c in cases)]


def test_it_is_the_same_with_and_without_xdist(mixed: Bench) -> None:
    alone = comparable(written(mixed, workers=0))
    assert alone == comparable(written(mixed, workers=2))
    assert len(alone) == 5


def test_properties_can_stand_where_the_strict_schema_allows_them(
    mixed: Bench, workers: int
) -> None:
    assert not STRICT.is_valid(written(mixed, workers=workers))
    root = written(mixed, "--putnam-junit=suite", workers=workers)
    STRICT.validate(root)
    node = "bench/coq/src/putnam_1988_b1.v::test_proved[coq-scripted]"
    assert properties(root[0])[f"{node}.putnam_verdicts"] == "gave_up proved"


@pytest.mark.parametrize("family", ["xunit1", "xunit2"])
def test_control_characters_codes_and_surrogates_do_no_harm(
    bench: Bench, workers: int, family: str
) -> None:
    bench.problem("putnam_1988_b1")
    bench.script({"putnam_1988_b1": ["noise:€", "noise:€"]})
    root = written(
        bench, "-o", f"junit_family={family}", "-o", "junit_logging=all", workers=workers
    )
    if family == "xunit2":
        PYTESTS.validate(root)
    (failure,) = root.iter("failure")
    assert "gave_up 2); red \\ud800 €" in str(failure.get("message"))
    text = (bench.pytester.path / "out.xml").read_text()
    assert "\x1b" not in text


def test_fifty_megabytes_of_output_do_no_harm(bench: Bench, workers: int) -> None:
    bench.problem("putnam_1988_b1")
    bench.script({"putnam_1988_b1": ["flood:50", "flood:50"]})
    root = written(bench, "-o", "junit_logging=all", workers=workers)
    PYTESTS.validate(root)
    assert (bench.pytester.path / "out.xml").stat().st_size < 100_000
    assert bench.query("SELECT count(*), max(length(transcript)) FROM attempt") == [(2, 50_000_000)]


def test_a_crashed_workers_item_is_an_error_with_properties(bench: Bench) -> None:
    bench.problem("putnam_1988_b1")
    bench.problem("putnam_1989_b1")
    bench.script({"putnam_1988_b1": ["give_up", "exit:3"]})
    root = written(bench, workers=2)
    PYTESTS.validate(root)
    crashed = case(root, "putnam_1988_b1")
    assert [child.tag for child in crashed] == ["properties", "error"]
    assert "infra_error: the worker process died" in str(crashed[1].get("message"))
    assert properties(crashed)["putnam_outcome"] == "error"
    assert properties(case(root, "putnam_1989_b1"))["putnam_outcome"] == "proved"


def test_without_junit_xml_nothing_is_missed(bench: Bench, workers: int) -> None:
    bench.problem("putnam_1988_b1")
    bench.run("-p", "no:junitxml", workers=workers).assert_outcomes(passed=1)
    assert not list(Path(bench.pytester.path).glob("*.xml"))

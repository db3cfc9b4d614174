import "../../examples/unit-tests/infra.test";

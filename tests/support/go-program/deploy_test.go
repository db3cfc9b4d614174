package main

// Copied beside the example in Go: runs its function `deploy` with the real CLI, as the language host for Go would.

import (
	"context"
	"encoding/json"
	"os"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/auto"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optpreview"
)

func TestDeploys(t *testing.T) {
	ctx := context.Background()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	stack, err := auto.SelectStackLocalSource(ctx, "dev", ".", auto.Program(deploy))
	must(err)
	up, err := stack.Up(ctx)
	must(err)
	_, err = stack.Preview(ctx, optpreview.ExpectNoChanges())
	must(err)
	outputs := map[string]any{}
	for name, output := range up.Outputs {
		outputs[name] = output.Value
	}
	text, err := json.Marshal(outputs)
	must(err)
	must(os.WriteFile("outputs.json", text, 0o644))
	_, err = stack.Destroy(ctx)
	must(err)
}

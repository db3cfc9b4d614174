// generate-python-sdk SCHEMA FOLDER: writes what `pulumi package gen-sdk SCHEMA --language python` writes.
package main

import (
	"encoding/json"
	"log"
	"os"
	"path/filepath"

	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

func main() {
	text, err := os.ReadFile(os.Args[1])
	check(err)
	var spec schema.PackageSpec
	check(json.Unmarshal(text, &spec))
	pkg, problems, err := schema.BindSpec(spec, schema.NewPluginLoader(nil), schema.ValidationOptions{})
	check(err)
	if len(problems) > 0 {
		log.Fatal(problems)
	}
	files, err := python.GeneratePackage("pulumi", pkg, nil, nil)
	check(err)
	for name, content := range files {
		file := filepath.Join(os.Args[2], name)
		check(os.MkdirAll(filepath.Dir(file), 0o755))
		check(os.WriteFile(file, content, 0o644))
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// generate-sdk LANGUAGE SCHEMA FOLDER: writes what `pulumi package gen-sdk SCHEMA --language LANGUAGE` writes, for Go and Python, and with
// --local for Node (as `pulumi package add` does).
package main

import (
	"encoding/json"
	"log"
	"os"
	"path/filepath"

	golang "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

func main() {
	language, source, folder := os.Args[1], os.Args[2], os.Args[3]
	text, err := os.ReadFile(source)
	check(err)
	var spec schema.PackageSpec
	check(json.Unmarshal(text, &spec))
	pkg, problems, err := schema.BindSpec(spec, schema.NewPluginLoader(nil), schema.ValidationOptions{})
	check(err)
	if len(problems) > 0 {
		log.Fatal(problems)
	}
	var files map[string][]byte
	switch language {
	case "go":
		files, err = golang.GeneratePackage("pulumi", pkg, nil)
	case "python":
		files, err = python.GeneratePackage("pulumi", pkg, nil, nil)
	case "nodejs":
		files, err = nodejs.GeneratePackage("pulumi", pkg, nil, nil, true, nil)
	}
	check(err)
	for name, content := range files {
		file := filepath.Join(folder, name)
		check(os.MkdirAll(filepath.Dir(file), 0o755))
		check(os.WriteFile(file, content, 0o644))
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

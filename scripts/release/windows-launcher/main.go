// Starts the native plugin on Windows: for `pulumi do` and `pulumi package add`, the Pulumi CLI accepts an .exe, but no .cmd.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
)

func main() {
	// Ctrl-C reaches Node, too, which ends when it has finished its request.
	signal.Ignore(os.Interrupt)
	code, err := run(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "pulumi-resource-compute requires Node 20.19 or later on PATH:", err)
	}
	os.Exit(code)
}

func run(args []string) (int, error) {
	launcher, err := os.Executable()
	if err != nil {
		return 1, err
	}
	plugin := filepath.Join(filepath.Dir(launcher), "plugin.cjs")
	node := exec.Command("node", append([]string{plugin}, args...)...)
	node.Stdin, node.Stdout, node.Stderr = os.Stdin, os.Stdout, os.Stderr
	err = node.Run()
	var ended *exec.ExitError
	if errors.As(err, &ended) {
		return ended.ExitCode(), nil
	}
	if err != nil {
		return 1, err
	}
	return 0, nil
}

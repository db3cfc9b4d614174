import type { Program } from "../program";

/** What to do with the project. */
export function readme(name: string, { secrets, files }: Program): string {
  const count = files.reduce((sum, { declarations }) => sum + declarations.length, 0);
  const configure = secrets.map((secret) => `    pulumi config set --secret ${secret}\n`).join("");
  return `# ${name}

Written by \`pulumi-compute adopt\`: ${count} resources that existed before. With \`COMPUTE_TOKEN\` (and \`COMPUTE_URL\`,
\`COMPUTE_BRAND\` or \`COMPUTE_ALLOW_HTTP\`) set as for that command:

    npm install && pulumi stack init dev
${configure}    pulumi up

\`pulumi up\` shows each resource as one to create, because it is new to the stack, but only takes over what exists: nothing at the
service is changed. If something that the program declares was changed there in the meantime, it stops and says what differs.
${secrets.length === 0 ? "" : secretsNote(secrets)}
\`pulumi preview --expect-no-changes\` is then clean. After that, the \`import\` options are no longer needed. Remove them before you
change something that replaces a resource:

    sed -i.bak -E 's/^  \\{ import: "[^"]*" \\},$/  {},/' *.ts && rm *.ts.bak
`;
}

function secretsNote(secrets: readonly string[]): string {
  return `
The service does not show ${secrets.join(", ")}. The import sends nothing of it; configure what a replacement is to use. A later change
of it is a change like any other.
`;
}

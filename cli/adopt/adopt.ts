import { joinReasons, withoutPeriod } from "../../provider/api/errors";
import { gather, withWayAround } from "./gather";
import type { OpenAccount } from "../account/account";
import { nameOf } from "./found";
import type { FoundResource } from "./found";
import type { Managed } from "./managed";
import { leftOutInside, parentKind } from "./kinds";
import { collectNotes } from "./notes";
import type { Notes } from "./notes";
import type { Wish } from "./options";
import { managedIn } from "../state/managed-keys";
import { programOf } from "./program";
import type { Program } from "./program";
import { asksFor, select } from "./select";
import { declare } from "./sets";
import { readTerraform } from "./terraform/read";
import { removal } from "./terraform/removal";
import { hasInside, missingIn, narrowed } from "./terraform/select";

/** A generated program, with notes for the user. */
export interface Adopted {
  readonly program: Program;
  /** Number of declared resources. */
  readonly resources: number;
  readonly notes: Notes;
  /** What to do afterwards. */
  readonly afterwards: readonly string[];
}

/** Reads the account and generates the program. Modifies nothing. */
export async function adopt(account: OpenAccount, given: Wish, managed: Managed): Promise<Adopted> {
  const terraform = readTerraform(given);
  const options = terraform ? narrowed(given, terraform) : given;
  const notes = collectNotes();
  for (const note of terraform?.notes ?? []) notes.add(note);
  for (const definition of options.kinds) {
    const { noun, ids, args } = definition;
    const reason = ids?.cannotManage?.("");
    if (reason !== undefined) notes.add(`Skipped every ${noun} that ${reason}.`);
    const isUntagged = options.tags.length > 0 && !args.tags && !parentKind(definition);
    if (isUntagged) {
      notes.add(`Skipped every ${noun}: ${noun}s have no tags. To adopt one, use --id without --tag.`);
    }
  }
  for (const [inner, outer] of leftOutInside(options.kinds, options.excluded)) {
    notes.add(
      `Skipped every ${inner.noun} of these ${outer.noun}s. To adopt them as well, add ${inner.kind} to --kind.`,
    );
  }
  const isMeant = (root: FoundResource): boolean =>
    asksFor(options, root) && (!terraform || hasInside(terraform, root));
  const gathered = await gather(account, options, isMeant);
  for (const { list, why, status } of gathered.unavailable) {
    const { definition } = list;
    const isNamed = options.named.some((kind) => kind === definition || parentKind(kind) === definition);
    if (isNamed) throw withWayAround(list);
    notes.count(
      `list of ${definition.noun}s`,
      why === "forbidden"
        ? `skipped: the API rejected the token (HTTP ${status}). To adopt what it contains, use a token that may read it.`
        : `skipped: the service does not offer it (HTTP ${status}).`,
    );
  }
  const known = await account.read((context) => Promise.resolve(managedIn(context, managed.all)));
  const chosen = select(gathered, options, { managed: known, notes, terraform });
  const missing = terraform ? missingIn(terraform, gathered, options) : [];
  if (missing.length > 0) notes.add(`Skipped, because the account does not have them: ${missing.join(", ")}`);
  const declarations = new Map(await declare(chosen, options.recordsAs, account));
  for (const [found, { problems, isUnfit }] of declarations) {
    const what = `${found.definition.noun} ${found.id} ${JSON.stringify(nameOf(found))}`;
    if (isUnfit) declarations.delete(found);
    if (isUnfit)
      notes.add(
        `Skipped ${what}, which remains unmanaged: a program cannot declare its values (${withoutPeriod(joinReasons(problems))}). ` +
          `Correct them in the service's console, then adopt it with --id ${found.id}.`,
      );
    else for (const problem of problems) notes.count(found.definition.noun, `input omitted: ${problem}`);
  }
  const program = programOf({ declarations, split: options.split, managed, terraform });
  const afterwards = terraform ? removal(terraform, [...declarations.keys()]) : [];
  return { program, resources: declarations.size, notes, afterwards };
}

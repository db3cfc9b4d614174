import { listOf } from "../interface/envelope";
import { notFound, Problems } from "../interface/errors";
import type { Call, Route } from "../interface/router";
import { del, get, idOf, post } from "../interface/router";
import { parse, requireFields, text } from "../interface/validation";
import type { Service } from "../service";
import { shown } from "../service";
import { kind } from "../state/kind";
import type { Row } from "../state/table";
import type { World } from "../world";
import { today } from "../world";

const READ = { scopes: ["account:read_only"] };
const WRITE = { scopes: ["account:read_write"] };

interface TokenRow extends Row {
  readonly label: string;
  readonly status: string;
  readonly created: string;
}

const tokens = kind<TokenRow>({ table: "tokens", noun: "token", firstId: 95_001 });

export const tokenService: Service = {
  beyondDocuments: true,
  routes: [tokenRoutes],
  shown: [
    shown(tokens, {
      heading: "Tokens",
      title: (row) => row.label,
      status: (row) => row.status,
      facts: { Created: (row) => row.created },
      outOfBand: { edit: ["label"], buttons: { Revoke: { status: "revoked" } }, statuses: ["valid", "revoked"] },
    }),
  ],
};

function tokenRoutes(world: World): Route[] {
  return [
    get("/profile/tokens", READ, (call) => listOf(world, call, tokens.in(world).all(), ["label"], (row) => row)),
    post("/profile/tokens", WRITE, (call) => {
      const problems = new Problems(world.documentedOnly);
      requireFields(["label"], call.body, problems);
      const { label = "" } = parse({ label: text(1, 64) }, call.body, problems);
      problems.throwIfAny();
      return tokens.in(world).add({ label, status: "valid", created: today(world) });
    }),
    get("/profile/tokens/{id}", READ, (call) => tokenOf(world, call)),
    del("/profile/tokens/{id}", WRITE, (call) => {
      tokens.in(world).delete(tokenOf(world, call).id);
      return {};
    }),
  ];
}

function tokenOf(world: World, call: Call): TokenRow {
  const row = tokens.in(world).get(idOf(call));
  if (row === undefined) throw notFound();
  return row;
}

/** What `import fc from "fast-check"` loads in tests (jest.config.js). */
import type FastCheck from "fast-check";
import { SEED } from "./chance";

const { default: fc } = jest.requireActual<{ default: typeof FastCheck }>(
  "../../node_modules/fast-check/lib/cjs/fast-check",
);

fc.configureGlobal({ seed: SEED });

export default fc;

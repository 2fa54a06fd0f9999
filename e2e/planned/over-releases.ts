// One store, one server after the other, each of a release of a plan.
import { schemeOf } from '../../apimachinery/scheme/planned-scheme.ts'
import type { ReleasePlan } from '../../component-base/plan-extension.ts'
import { parseRelease } from '../../component-base/release.ts'
import type { MemoryStores } from '../../server/storage/memory-stores.ts'
import { startTestServerWith, type TestServer } from '../../server/testing/test-server.ts'

/** Asks a server of a release over the store, and ends it. */
export const over =
  (stores: MemoryStores, plan: ReleasePlan) =>
  async (release: string, flags: string[], ask: (server: TestServer) => Promise<void>): Promise<void> => {
    const storage = await stores.named('one')(schemeOf(parseRelease(release, plan)).name)
    const server = await startTestServerWith({ plan, storage }, release, ...flags)
    try {
      await ask(server)
    } finally {
      await server.close()
    }
  }

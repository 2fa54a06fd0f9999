import type { ApiserverStart, RunningServer, Started } from './component-start.ts'
import type { Components } from './components.ts'
import type { Front } from './front.ts'
import { compareReleases } from './release-order.ts'
import { apiserverNames, ownAddress } from './several-servers.ts'

/** Whether a flag sets an address or port, which each of several servers has for itself. */
const isOwn = (flag: string): boolean => /^--(?:advertise-address|bind-address|secure-port)(?:=|$)/.test(flag)

/**
 * Servers of several releases behind one address, in the place of the one that is asked for: with its flags, on the store that
 * `connectEtcd` reaches. They run together or not at all.
 */
export async function startTogether(
  components: Components,
  start: ApiserverStart,
  releases: readonly string[],
): Promise<Started<RunningServer>> {
  const names = apiserverNames(releases.length)
  let front: Front
  try {
    front = await components.openFront(names, start.port ?? 0)
  } catch (error) {
    return {
      ok: false,
      exitCode: 1,
      stderr: `${(error as Error).message}\n`,
      reason: { code: 'address in use' },
    }
  }
  const knownAs = `https://127.0.0.1:${front.port}`
  const running: RunningServer[] = []
  const stop = async (): Promise<void> => {
    for (const server of running) await server.stop()
    await front.close()
  }
  // The newest first: it can read whatever the others keep.
  const order = [...releases.keys()].sort((a, b) => compareReleases(releases[b]!, releases[a]!, undefined))
  for (const place of order) {
    const started = await components.startApiserver(ofOne(start, releases[place]!, place, knownAs))
    if (!started.ok) {
      await stop()
      return started
    }
    running.push(started.component)
    front.add(names[place]!, started.component.url)
  }
  return { ok: true, component: asOne(running, knownAs, stop) }
}

function ofOne(
  { dataDir: _, version, ...start }: ApiserverStart,
  release: string,
  place: number,
  knownAs: string,
): ApiserverStart {
  const args = start.args.filter((flag) => !isOwn(flag))
  const { advertise } = ownAddress(place, args)
  const own = compareReleases(release, start.release, undefined) === 0 ? { version } : {}
  return {
    ...start,
    ...own,
    release,
    args: [...args, '--bind-address=127.0.0.1'],
    port: 0,
    advertise,
    knownAs,
  }
}

/** @param running the newest first */
function asOne(running: readonly RunningServer[], url: string, stop: () => Promise<void>): RunningServer {
  const [newest] = running as [RunningServer, ...RunningServer[]]
  return {
    ...newest,
    url,
    stop,
    activity: () => ({
      revision: newest.activity().revision,
      inFlight: running.reduce((sum, server) => sum + server.activity().inFlight, 0),
    }),
  }
}

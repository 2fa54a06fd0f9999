// The built-in kubectl, for machines that have none.
import { CommandLine } from './command-line.ts'
import { get, serverErrorText } from './get.ts'
import type { KubectlHost } from './host.ts'
import { Session } from './session.ts'
import { KubectlError, ServerError } from './usage-error.ts'

type Verb = (session: Session, words: string[]) => Promise<number>

const verbs: Readonly<Record<string, Verb>> = {
  get,
  apply: async (s) => (await import('./write.ts')).apply(s),
  create: async (s, w) => (await import('./create.ts')).create(s, w),
  replace: async (s) => (await import('./write.ts')).replace(s),
  delete: async (s, w) => (await import('./write.ts')).remove(s, w),
  label: async (s, w) => (await import('./write.ts')).setMetadata(s, w, 'labels'),
  annotate: async (s, w) => (await import('./write.ts')).setMetadata(s, w, 'annotations'),
  patch: async (s, w) => (await import('./write.ts')).patchCommand(s, w),
  scale: async (s, w) => (await import('./write.ts')).scale(s, w),
  cordon: async (s, w) => (await import('./write.ts')).cordon(s, w, true),
  uncordon: async (s, w) => (await import('./write.ts')).cordon(s, w, false),
  taint: async (s, w) => (await import('./write.ts')).taint(s, w),
  wait: async (s, w) => (await import('./wait.ts')).waitFor(s, w),
  describe: async (s, w) => (await import('./describe.ts')).describe(s, w),
  version: async (s) => (await import('./information.ts')).version(s),
  'api-resources': async (s) => (await import('./information.ts')).apiResources(s),
  'api-versions': async (s) => (await import('./information.ts')).apiVersions(s),
  'cluster-info': async (s) => (await import('./information.ts')).clusterInfo(s),
  config: async (s, w) => (await import('./information.ts')).config(s, w),
}

/** Runs a command line; resolves with the exit code. */
export async function runKubectl(args: string[], host: KubectlHost): Promise<number> {
  let session: Session | undefined
  try {
    const line = new CommandLine(args)
    session = new Session(host, line)
    const [name, ...words] = line.words
    if (name === undefined || name === 'help' || line.is('help')) {
      host.stdout((await import('./help.ts')).help)
      return 0
    }
    const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined
    if (verb === undefined) throw new KubectlError(`unknown command "${name}" for "kubectl"`)
    return await verb(session, words)
  } catch (error) {
    if (error instanceof ServerError) host.stderr(`${serverErrorText(error)}\n`)
    else if (error instanceof KubectlError)
      host.stderr(
        /^(The connection|Unable to connect)/.test(error.message)
          ? `${error.message}\n`
          : `error: ${error.message}\n`,
      )
    else host.stderr(`error: ${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  } finally {
    await session?.close()
  }
}

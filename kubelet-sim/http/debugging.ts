// What a kubelet serves only with its debugging handlers. Upstream: pkg/kubelet/server/server.go (InstallDebuggingDisabledHandlers)
import { type Answer, notFound, text } from './http-answer.ts'

const disabled = text('Debug endpoints are disabled.\n', 405)
/** Folders that answer 405 without the debugging handlers. */
const folders =
  '/run/ /exec/ /attach/ /portForward/ /containerLogs/ /runningpods/ /debug/pprof/ /logs/'.split(' ')
/** Paths that are missing (404) without the debugging handlers. */
const absent = /^\/(?:configz|flagz|statusz|debug\/flags\/v|checkpoint(?:\/.*)?)$/

/**
 * The answer to who is not let through to a path; undefined: the path is answered.
 * @param path without query, unescaped
 * @param debugging whether the port has the debugging handlers
 * @param refused asks for the refusal of who may not ask
 */
export async function refusalOf(
  path: string,
  debugging: boolean,
  refused: () => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  const disabled = debugging ? undefined : withoutDebugging(path)
  // What is not there, or is elsewhere, is so for everybody.
  if (disabled !== undefined && disabled.status !== 405) return disabled
  return (await refused()) ?? disabled
}

/** The answer of a kubelet without debugging handlers, or of its read-only port; undefined for what it serves all the same. */
function withoutDebugging(path: string): Answer | undefined {
  if (absent.test(path)) return notFound
  if (folders.includes(`${path}/`)) return { ...text('', 307), location: `${path}/` }
  return folders.some((folder) => path.startsWith(folder)) ? disabled : undefined
}

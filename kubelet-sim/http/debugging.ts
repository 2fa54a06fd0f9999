// What a kubelet serves only with its debugging handlers. Upstream: pkg/kubelet/server/server.go (InstallDebuggingDisabledHandlers)
import { type Answer, notFound, text } from './http-answer.ts'

const disabled = text('Debug endpoints are disabled.\n', 405)
/** Folders in place of which stands that they are disabled. */
const folders =
  '/run/ /exec/ /attach/ /portForward/ /containerLogs/ /runningpods/ /debug/pprof/ /logs/'.split(' ')
/** What is not there at all then. */
const absent = /^\/(?:configz|flagz|statusz|debug\/flags\/v|checkpoint(?:\/.*)?)$/

/** The answer of a kubelet without debugging handlers, or of its read-only port; undefined for what it serves all the same. @param path without query, unescaped */
export function withoutDebugging(path: string): Answer | undefined {
  if (absent.test(path)) return notFound
  if (folders.includes(`${path}/`)) return { ...text('', 307), location: `${path}/` }
  return folders.some((folder) => path.startsWith(folder)) ? disabled : undefined
}

// curl in a container.
import type { ResolvedCommandContext } from 'just-bash'
import { type CurlAnswer, type CurlFailure, refusedBy, unanswered } from '../curl/answer.ts'
import type { CurlOptions } from '../curl/options.ts'
import { headerRecord } from '../curl/request.ts'
import { runCurl } from '../curl/run-curl.ts'
import { shellFiles } from '../curl/shell-files.ts'
import { CannotRun } from '../node-containers.ts'
import type { Process } from '../process.ts'
import { exchangeHttp, type HttpAnswer, Unreachable } from '../programs/http.ts'
import type { ShellCommand } from './shell-command.ts'

/** Runs curl in a container. @throws CannotRun for what is not HTTP */
export async function curl(
  process: Process,
  args: string[],
  context: ResolvedCommandContext,
): ReturnType<ShellCommand> {
  const result = await runCurl(args, {
    exchange: async (url, { method, headers, body }, options) => {
      if (url.protocol !== 'http:') throw new CannotRun(`curl of ${url.protocol}// is not simulated`)
      try {
        const ask = { url: url.href, method, headers: headerRecord(headers), body }
        return answerOf(await exchangeHttp(process, ask))
      } catch (error) {
        if (!(error instanceof Unreachable)) throw error
        return failureOf(error, url, options)
      }
    },
    ...shellFiles(context),
    sleep: (ms) => process.sleep(ms),
    now: () => process.now(),
  })
  return { ...result, stdoutKind: 'bytes' }
}

const answerOf = ({ status, reason, rawHeaders, body }: HttpAnswer): CurlAnswer => ({
  status,
  reason,
  headers: rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1]!] as const] : [])),
  body,
})

function failureOf({ code }: Unreachable, url: URL, options: CurlOptions): CurlFailure {
  if (code === 'ENOTFOUND') return { exitCode: 6, why: `Could not resolve host: ${url.hostname}` }
  return code === 'ETIMEDOUT' ? unanswered(url, options) : refusedBy(url)
}

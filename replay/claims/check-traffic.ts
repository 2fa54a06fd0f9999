// Claims about whether packets arrive: what the step's last command that sent some has met.
import type { Claim } from './claim.ts'
import { wayUnseen } from './traffic-way.ts'
import { type ClaimResult, type ClaimWorld, holds, type SeenCommand, unknown } from './world.ts'

const sends = /(?:^|[\s;&|(/])(?:curl|wget|nc|ncat|netcat|telnet)\s/
/** curl: not connected, timed out, an empty answer, reset. Upstream: curl's include/curl/curl.h (CURLE_…) */
const unanswered = new Set([7, 28, 52, 56])
const refused =
  /refused|timed out|timeout was reached|unreachable|no route to host|couldn't connect|can't connect|reset by peer|empty reply/i
/** Told to be silent, a program says only how it ended. */
const silent = /^(?:command terminated with exit code \d+)?$/

/** Checks whether what the step sent has got an answer. */
export function checkTraffic(
  { arrives, way }: Extract<Claim, { kind: 'traffic' }>,
  world: ClaimWorld,
): ClaimResult {
  const sent = world.commands.findLast(({ step, text }) => step === world.step && sends.test(text))
  if (sent === undefined) return unknown('no command of the step sends packets')
  const before = world.commands.slice(0, world.commands.indexOf(sent) + 1)
  const unseen =
    way &&
    wayUnseen(
      way,
      before.filter(({ step }) => step === world.step),
    )
  if (unseen !== undefined) return unseen
  const answered = isAnswered(sent)
  if (answered === undefined) return unknown(`it is not known what ${sent.text} met`)
  const [says = ''] = (answered ? sent.stdout : sent.stderr).trim().split('\n')
  return holds(answered === arrives, `\`${sent.text}\`: ${says.slice(0, 160)}`)
}

/** Undefined where a command failed for another reason than that nobody answers. */
function isAnswered({ exitCode, stderr }: SeenCommand): boolean | undefined {
  if (exitCode === 0) return true
  return refused.test(stderr) || (unanswered.has(exitCode) && silent.test(stderr.trim())) ? false : undefined
}

// Plays tokens against a kube-apiserver, simulated or real, and tells what came of them in a form that can be compared.
import { isDeepStrictEqual } from 'node:util'
import { ask, type PlayedAnswer } from '../../../testing/played-request.ts'
import type { ServerCase, TokenCase } from './cases.ts'
import type { IssuerServer } from './issuer-server.ts'

/** A server to play against. */
export interface Player {
  readonly url: string
  readonly minor: number
  /** The token of an administrator. */
  readonly token: string
  readonly issuers: IssuerServer
}

/** By names of tokens: the status of a TokenReview, and who a request with the token is from, or how it is refused. */
export type Played = Readonly<Record<string, unknown>>

/** `v1`: the newest version of configurations that a release takes. */
export const versionOf = (minor: number): string => (minor < 34 ? 'v1beta1' : 'v1')

/** A text with `{origin}` and the like filled in; certificates stand in quotes of YAML. */
export const filled = (text: string, issuers: IssuerServer, dir: string, minor: number): string =>
  text
    .replaceAll('{origin}', issuers.origin)
    .replaceAll('{ca}', issuers.ca.replaceAll('\n', '\\n'))
    .replaceAll('{dir}', dir)
    .replaceAll('{version}', versionOf(minor))

/** Without ports, times and folders. */
export const settledText = (text: string, dir = '/none'): string =>
  text
    .replaceAll(dir, '<dir>')
    .replace(/127\.0\.0\.1:\d+(->127\.0\.0\.1:\d+)?/g, '<issuer>')
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)? \+0000 UTC( m=\S+)?/g, (all) =>
      all.startsWith('0001') ? all : '<time>',
    )
    .replace(/scheme\.go:\d+/g, 'scheme.go:<line>')

/** Issuers that never tell where their keys are. */
const mute = ['broken', 'liar']

/** Until the server has asked each issuer of the tokens about itself, which it does in the background. */
async function untilAsked(player: Player, tokens: readonly TokenCase[]): Promise<void> {
  const names = tokens.filter((one) => one.text === undefined).map(({ by = 'good' }) => by)
  for (const by of new Set(names))
    for (let i = 0; i < 1000 && !mute.includes(by); i++) {
      const token = player.issuers.token({ by, claims: { 'exp@': '-1' } })
      const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec: { token } }
      const review = await send(player, 'POST', reviewPath, player.token, body)
      if (!JSON.stringify(review.body).includes('authenticator not initialized')) break
    }
}

const reviewPath = '/apis/authentication.k8s.io/v1/tokenreviews'

/** Sends the tokens and paths of a case; gives the answers. */
export async function playTokens(player: Player, { tokens, paths = [] }: ServerCase): Promise<Played> {
  const results: Record<string, unknown> = {}
  player.issuers.forget()
  await untilAsked(player, tokens)
  for (const one of tokens)
    if ((one.since ?? 0) <= player.minor) results[one.name] = await played(player, one)
  for (const path of paths) results[path] = (await send(player, 'GET', path, undefined)).status
  return results
}

async function played(player: Player, one: TokenCase): Promise<unknown> {
  const token = player.issuers.token(one)
  player.issuers.reviews.length = 0
  const body = {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenReview',
    spec: { token, audiences: one.audiences },
  }
  const review = await send(player, 'POST', reviewPath, player.token, body)
  const sent = [...player.issuers.reviews]
  const self = await send(player, 'POST', selfPath(player.minor), token, selfReview(player.minor))
  const status = (review.body as { status?: unknown }).status
  const mine = self.body as { status?: { userInfo?: unknown }; message?: string }
  const user = (status as { user?: unknown } | undefined)?.user
  const named = mine.status?.userInfo
  return settled(
    {
      review: review.status === 201 ? status : review.body,
      self:
        self.status !== 201
          ? `${self.status} ${mine.message}`
          : isDeepStrictEqual(named, user)
            ? 'the same'
            : named,
      ...(sent.length === 0 ? {} : { sent: sent.length === 1 ? sent[0] : sent.length }),
    },
    token,
  )
}

const selfVersion = (minor: number): string => (minor < 28 ? 'v1beta1' : 'v1')
const selfPath = (minor: number): string =>
  `/apis/authentication.k8s.io/${selfVersion(minor)}/selfsubjectreviews`
const selfReview = (minor: number): object => ({
  apiVersion: `authentication.k8s.io/${selfVersion(minor)}`,
  kind: 'SelfSubjectReview',
})

/** Long tokens are signed anew in every run. */
const settled = (value: unknown, token: string): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, inner) =>
      typeof inner !== 'string'
        ? inner
        : inner === token && token.length > 99
          ? '<token>'
          : settledText(inner),
    ),
  )

/** Sends a request with a token, or without one. */
function send(
  { url }: Player,
  method: string,
  path: string,
  token: string | undefined,
  body?: unknown,
): Promise<PlayedAnswer> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  return ask(`${url}${path}`, { method, headers, body })
}

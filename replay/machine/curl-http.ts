// Requests of curl over connections, plain and with TLS.
import { request as httpRequest } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { checkServerIdentity } from 'node:tls'
import type { CurlAnswer, CurlFailure } from '../../containers/curl/answer.ts'
import { type CurlRequest, headerRecord } from '../../containers/curl/request.ts'
import { readWhole } from '../../containers/read-whole.ts'

/** How a client proves who it is, and whom it believes. */
export interface Trust {
  cert?: string
  key?: string
  /** PEM; undefined: nobody's, since no authority of a cluster is among the system's. */
  ca?: string | undefined
  /** The name that the server is to prove; undefined: whoever answers is believed. */
  name: string | undefined
}

/** A server that proves nothing is told of so. */
const notVerified = (problem: string): CurlFailure => ({
  exitCode: 60,
  why: `${problem}
More details here: https://curl.se/docs/sslcerts.html

curl failed to verify the legitimacy of the server and therefore could not
establish a secure connection to it. To learn more about this situation and
how to fix it, please visit the web page mentioned above.`,
})

/** What curl says of components that sign their certificates themselves: no file of the cluster makes them believed. */
export const selfSigned = notVerified('SSL certificate problem: self-signed certificate in certificate chain')

/** What has been answered is longer than that of any component. */
const mostBody = 256 * 1024 * 1024

/** Sends a request and reads the whole answer. @throws where the connection ends before it */
export function sendHttp(
  url: URL,
  request: CurlRequest,
  trust: Trust,
  connection?: Duplex,
): Promise<CurlAnswer | CurlFailure> {
  const { method, headers, body } = request
  const secure = url.protocol === 'https:'
  const by =
    connection === undefined
      ? { agent: secure ? new Agent(tlsOptions(trust)) : undefined }
      : { createConnection: () => connection as Socket }
  return new Promise((resolve, reject) => {
    const start = secure ? httpsRequest : httpRequest
    const sent = start(url, { method, headers: headerRecord(headers), ...by }, (message) => {
      readWhole(message, mostBody, () => new Error('answer too large')).then(
        (whole) => resolve({ ...lineOf(message), headers: pairs(message.rawHeaders), body: whole }),
        reject,
      )
    })
    sent.on('error', (error: NodeJS.ErrnoException) => {
      const problem = problemOf(error, trust.name)
      if (problem === undefined) reject(error)
      else resolve(notVerified(problem))
    })
    sent.end(body)
  })
}

const tlsOptions = ({ cert, key, ca = '', name }: Trust) => ({
  ...(cert === undefined ? {} : { cert, key }),
  ...(name === undefined
    ? { rejectUnauthorized: false }
    : {
        ca,
        checkServerIdentity: (...[, shown]: Parameters<typeof checkServerIdentity>) =>
          checkServerIdentity(name, shown),
      }),
})

const lineOf = ({ statusCode = 0, statusMessage = '' }: { statusCode?: number; statusMessage?: string }) => ({
  status: statusCode,
  reason: statusMessage,
})

const pairs = (raw: readonly string[]): [string, string][] =>
  raw.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, raw[at + 1]!]] : []))

/** In OpenSSL's words, what is wrong with a certificate; undefined where something else is. */
function problemOf({ code = '' }: NodeJS.ErrnoException, name: string | undefined): string | undefined {
  const target = `SSL: no alternative certificate subject name matches target host name '${name}'`
  const problems: Readonly<Record<string, string>> = {
    ERR_TLS_CERT_ALTNAME_INVALID: target,
    CERT_HAS_EXPIRED: 'SSL certificate problem: certificate has expired',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'SSL certificate problem: self-signed certificate',
    SELF_SIGNED_CERT_IN_CHAIN: 'SSL certificate problem: self-signed certificate in certificate chain',
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'SSL certificate problem: unable to get local issuer certificate',
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'SSL certificate problem: unable to get local issuer certificate',
  }
  return Object.hasOwn(problems, code) ? problems[code] : undefined
}

// Upstream: staging/src/k8s.io/apiserver/pkg/authentication/authenticator/interfaces.go
import type { X509Certificate } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { DistinctHeaders } from './request-header.ts'
import type { UserInfo } from './user-info.ts'

/** The parts of a request that authenticators look at. */
export interface AuthenticationRequest {
  readonly headers: IncomingHttpHeaders
  /** Every value of each header, for what a proxy says of its user. */
  readonly distinctHeaders?: () => DistinctHeaders
  readonly path: string
  /** The subject of a client certificate that the client authority has signed. */
  readonly certificate?:
    | {
        readonly commonName: string
        readonly organizations: readonly string[]
        /** Undefined within the process, where certificates are only those of the client authority. */
        readonly x509?: X509Certificate | undefined
      }
    | undefined
  /** A client certificate came that could not be verified. */
  readonly badCertificate?: boolean
  /** Adds a Warning header to the answer. */
  warn?(text: string): void
}
/** A user whose credentials hold, and the audiences that they are meant for. */
export interface Authenticated {
  readonly user: UserInfo
  readonly audiences?: readonly string[] | undefined
  /** Warnings about the credentials, for Warning headers. */
  readonly warnings?: readonly string[] | undefined
}
/** A token that was looked at: who it is of, or why not. `undefined`: not one of this authenticator's. */
export type TokenAnswer = Authenticated | { readonly error: string } | undefined

/** Authenticates bearer tokens of one kind. */
export interface TokenAuthenticator {
  /** @param audiences what the answer is meant for; empty: no matter. */
  authenticateToken(token: string, audiences: readonly string[]): Promise<TokenAnswer> | TokenAnswer
}
/** Authenticates requests by certificate or token. */
export interface Authenticator {
  /** Authenticates a request; undefined: nobody (401). */
  authenticate(request: AuthenticationRequest): Promise<Authenticated | undefined>
  /** Authenticates a token for a TokenReview. */
  review(token: string, audiences: readonly string[]): Promise<Authenticated | { readonly error: string }>
}

// Upstream: pkg/kubeapiserver/options/authentication.go (ApplyTo: the watch of the file)
import { isDeepStrictEqual } from 'node:util'
import { aggregateText, FieldPath, field } from '../../apimachinery/field-error.ts'
import type { AuthenticationMetrics } from '../endpoints/authentication/authentication-metrics.ts'
import type { JWTAuthenticators } from '../endpoints/authentication/jwt/jwt-authenticators.ts'
import { authenticationIn } from '../options/authentication-settings.ts'
import { optionsDialect } from '../options/dialect.ts'
import { followFile } from './follow-file.ts'
import type { Foundation } from './foundation.ts'

/** Milliseconds. */
const readAgainAfter = 1000

interface Parts {
  readonly foundation: Foundation
  readonly metrics: AuthenticationMetrics
  readonly issuers: Pick<JWTAuthenticators, 'replace'>
}

/** The file of --authentication-config, whose changes replace the issuers. */
export class AuthenticationFile {
  private readonly path: string
  private readonly parts: Parts
  private readonly text: string
  private readonly anonymous: unknown
  private urls: readonly string[]
  private end: () => void = () => {}

  constructor({ path, text }: { readonly path: string; readonly text: string }, parts: Parts) {
    this.path = path
    this.parts = parts
    this.text = text
    const { anonymous, jwt } = this.parsed(text)
    this.anonymous = anonymous
    this.urls = jwt.map(({ issuer }) => issuer.url)
    parts.metrics.file.loaded(text)
  }

  /** Reads the file again from time to time, in releases that do. */
  follow(): void {
    const { clock, config } = this.parts.foundation
    if (!optionsDialect(config.release.minor).severalIssuers) return
    this.end = followFile(clock, {
      every: readAgainAfter,
      text: this.text,
      read: () => config.readFile(this.path),
      changed: (text) => this.changed(text),
      unread: ({ message }) => this.failed('failed to read authentication config file', message),
    })
  }

  stop(): void {
    this.end()
  }

  private parsed(text: string): ReturnType<typeof authenticationIn> {
    const { release, gates } = this.parts.foundation.config
    return authenticationIn(text, this.path, { minor: release.minor, gates, disallowed: [] })
  }

  private failed(what: string, error: string): void {
    this.parts.foundation.logger.logS('E', what, { err: error })
    this.parts.metrics.file.reloaded('failure')
  }

  /** What is wrong is logged and counted, and the issuers stay. A text that cannot be valid is not looked at again. */
  private async changed(text: string): Promise<boolean> {
    const { foundation, issuers, metrics } = this.parts
    const found = this.valid(text)
    if (found === undefined) return true
    try {
      await issuers.replace(found.compiled)
    } catch (error) {
      // The issuers may answer another time.
      this.failed('failed to update authentication config', (error as Error).message)
      return false
    }
    const urls = found.jwt.map(({ issuer }) => issuer.url)
    metrics.forget(this.urls.filter((url) => !urls.includes(url)))
    this.urls = urls
    foundation.logger.logS('I', 'reloaded authentication config')
    metrics.file.reloaded('success')
    metrics.file.loaded(text)
    return true
  }

  private valid(text: string): ReturnType<typeof authenticationIn> | undefined {
    let found: ReturnType<typeof authenticationIn>
    try {
      found = this.parsed(text)
    } catch (error) {
      this.failed('failed to load authentication config', (error as Error).message)
      return undefined
    }
    const same = isDeepStrictEqual(found.anonymous, this.anonymous)
    const changed = field.forbidden(FieldPath.of('anonymous'), 'changed from initial configuration file')
    const errors = same ? found.errors : [...found.errors, changed]
    if (errors.length === 0) return found
    this.failed('failed to validate authentication config', aggregateText(errors))
    return undefined
  }
}

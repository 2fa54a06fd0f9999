// Upstream: pkg/kubeapiserver/authorizer/reload.go

import type { UserInfo } from '../endpoints/authentication/user-info.ts'
import type { Attributes, Authorizer, MaybeAnswer } from '../endpoints/authorization/attributes.ts'
import type { AuthorizationMetrics } from '../endpoints/authorization/authorization-metrics.ts'
import { parseAuthorization, readText } from '../options/authorization-configuration.ts'
import type { AuthorizationConfiguration, AuthorizationReading } from '../options/authorizer-types.ts'
import { optionsDialect } from '../options/dialect.ts'
import { followFile } from './follow-file.ts'
import type { Foundation } from './foundation.ts'

/** Milliseconds. */
const readAgainAfter = 1000

/** The parts of a server that a file needs. */
export interface AuthorizationFileOptions {
  readonly foundation: Foundation
  readonly metrics: AuthorizationMetrics
  /** Throws an Error where a webhook cannot be used. */
  chainOf(configuration: AuthorizationConfiguration): Authorizer
}

/** The authorizers of the file of --authorization-config: always those of its last good content. */
export class AuthorizationFile implements Authorizer {
  private readonly path: string
  private readonly options: AuthorizationFileOptions
  private readonly reading: AuthorizationReading
  /** Types that were there at the start and have to stay. */
  private readonly required: readonly string[]
  private readonly text: string
  private current: Authorizer
  private shown: string
  private end: () => void = () => {}

  /** Throws an Error where the file cannot be used. */
  constructor(path: string, options: AuthorizationFileOptions) {
    const { config } = options.foundation
    this.path = path
    this.options = options
    this.reading = { minor: config.release.minor, gates: config.gates, readFile: config.readFile }
    this.text = readText(path, this.reading)
    const configuration = parseAuthorization(this.text, this.reading)
    this.required = configuration.authorizers.flatMap(({ type }) => (type === 'Webhook' ? [] : [type]))
    this.shown = JSON.stringify(configuration)
    this.current = options.chainOf(configuration)
    options.metrics.file.loaded(this.text)
  }

  authorize(attributes: Attributes): MaybeAnswer {
    return this.current.authorize(attributes)
  }

  rulesFor(user: UserInfo, namespace: string): ReturnType<Authorizer['rulesFor']> {
    return this.current.rulesFor(user, namespace)
  }

  /** Reads the file again from time to time, in releases that do. */
  follow(): void {
    if (!optionsDialect(this.reading.minor).reloadsAuthorization) return
    this.end = followFile(this.options.foundation.clock, {
      every: readAgainAfter,
      text: this.text,
      read: () => readText(this.path, this.reading),
      changed: (text) => this.changed(text),
      unread: (error) => this.failed(error),
    })
  }

  stop(): void {
    this.end()
  }

  /** What is wrong is logged, and counted. */
  private changed(text: string): true {
    const { foundation, metrics, chainOf } = this.options
    const { logger } = foundation
    logger.logS('I', 'found new authorization config data')
    try {
      const configuration = parseAuthorization(text, this.reading, this.required)
      const shown = JSON.stringify(configuration)
      if (shown === this.shown) return true
      logger.logS('I', 'found new authorization config')
      this.shown = shown
      this.current = chainOf(configuration)
      logger.logS('I', 'reloaded authz config')
      metrics.file.reloaded('success')
      metrics.file.loaded(text)
    } catch (error) {
      this.failed(error as Error)
    }
    return true
  }

  private failed({ message }: Error): void {
    const { foundation, metrics } = this.options
    foundation.logger.logS('E', 'reloading authorization config', { err: message })
    metrics.file.reloaded('failure')
  }
}

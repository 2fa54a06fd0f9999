// Upstream: apiserver/pkg/server/options/etcd.go (maybeApplyResourceTransformers), encryptionconfig/controller/controller.go

import type { Clock } from '../../component-base/clock.ts'
import type { Logger } from '../../component-base/klog.ts'
import type { ApiserverConfig } from '../options/apiserver-config.ts'
import { parseEncryptionConfiguration } from '../options/encryption-configuration.ts'
import { keyResources } from '../registry/key-resource.ts'
import { EncryptedCodec } from '../storage/encryption/encrypted-codec.ts'
import { identity } from '../storage/encryption/identity.ts'
import type { TransformerFor } from '../storage/encryption/transformers.ts'
import type { EtcdCodec } from '../storage/etcd/etcd-storage.ts'
import { KeySpace } from '../storage/etcd/key-space.ts'
import { followFile } from './follow-file.ts'

/** How often the file is read again, in milliseconds. Upstream: EncryptionConfigFileChangePollDuration */
const readAgainAfter = 60_000

/** A codec, and what ends its looking at files. */
export interface Encryption {
  readonly codec: EtcdCodec
  stop(): void
}

/** The server's part of what encryption needs. */
export interface EncryptionOptions {
  readonly config: Pick<ApiserverConfig, 'flags' | 'release' | 'readFile' | 'set'>
  readonly clock: Clock
  readonly logger: Logger
  /** --etcd-prefix */
  readonly prefix: string
}

/** `codec`, and what --encryption-provider-config lays over it. Throws a StartupError. */
export function encryptionOf(codec: EtcdCodec, options: EncryptionOptions): Encryption {
  const { config, prefix } = options
  const { flags, set } = config
  const path = flags.string('encryption-provider-config')
  const file = path === '' ? undefined : new ConfigurationFile(path, options)
  if (flags.bool('encryption-provider-config-automatic-reload')) file?.follow()
  const encrypted = new EncryptedCodec({
    codec,
    // Without a configuration too: what another server encrypted is told as such.
    transformerFor: (resource) => file?.transformerFor(resource) ?? identity,
    resourceOf: keyResources(set.groupVersions),
    keys: new KeySpace(prefix),
  })
  return { codec: encrypted, stop: () => file?.stop() }
}

/** The file of --encryption-provider-config. */
class ConfigurationFile {
  private readonly path: string
  private readonly options: EncryptionOptions
  private readonly text: string
  private current: TransformerFor
  private end: () => void = () => {}

  constructor(path: string, options: EncryptionOptions) {
    this.path = path
    this.options = options
    this.text = options.config.readFile(path)
    this.current = this.parse(this.text)
  }

  readonly transformerFor: TransformerFor = (resource) => this.current(resource)

  /** Reads the file again from time to time. What is wrong is logged, and the last good configuration stays. */
  follow(): void {
    const { clock, config } = this.options
    this.end = followFile(clock, {
      every: readAgainAfter,
      text: this.text,
      read: () => config.readFile(this.path),
      changed: (text) => this.changed(text),
      unread: (error) => this.failed(error),
    })
  }

  stop(): void {
    this.end()
  }

  private changed(text: string): boolean {
    try {
      this.current = this.parse(text)
      return true
    } catch (error) {
      this.failed(error as Error)
      return false
    }
  }

  private failed({ message }: Error): void {
    this.options.logger.log('E', `error processing encryption config file ${this.path}: ${message}`)
  }

  private parse(text: string): TransformerFor {
    return parseEncryptionConfiguration(text, this.path, this.options.config.release.minor)
  }
}

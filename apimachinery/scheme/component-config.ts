// Upstream: pkg/kubelet/kubeletconfig/util/codec and pkg/proxy/apis/config/scheme (decoding of configuration files)
import { minorOf } from '../../component-base/minor.ts'
import { releaseFacts } from '../../component-base/release-facts.ts'
import { apimachineryDialect } from '../dialect.ts'
import type { Codec, DecodeState } from './codec.ts'
import { CodecCompiler } from './codec-compiler.ts'
import { type GoTypes, goTypes } from './go-types.ts'

/** Decodes the configuration files of the components of a release. Errors have Go's texts. */
export class ComponentConfigScheme {
  private readonly compiler: CodecCompiler
  private readonly types: GoTypes
  private readonly namesEmbedded: boolean

  /**
   * @param minor a recorded release: `1.34`
   * @param planned packages of versions that no release has yet
   */
  constructor(minor: string, planned: GoTypes = {}) {
    const own = releaseFacts(minor, 'component-config-types') as unknown as GoTypes
    this.types = { ...goTypes(minor), ...own, ...planned }
    this.compiler = new CodecCompiler(this.types)
    this.namesEmbedded = apimachineryDialect(minorOf(minor)).namesEmbeddedStructs
  }

  /** Whether the release's scheme has `kind` in `apiVersion` (`kubelet.config.k8s.io/v1beta1`). */
  has(apiVersion: string, kind: string): boolean {
    return this.typeName(apiVersion, kind) !== undefined
  }

  /**
   * The configuration as the Go struct would hold and write it, with texts of what a strict decoding would refuse
   * (`unknown field "nope"`). Throws a DecodeError with `json: cannot unmarshal …`.
   */
  decode(
    apiVersion: string,
    kind: string,
    value: unknown,
  ): { value: Record<string, unknown>; strictErrors: string[] } {
    const codec = this.codec(apiVersion, kind)
    const state: DecodeState = {
      namesEmbedded: this.namesEmbedded,
      error: undefined,
      notesEmpty: false,
      strictErrors: undefined,
    }
    const out = codec.decode(value, state, undefined)
    if (state.error !== undefined) throw state.error
    return { value: out as Record<string, unknown>, strictErrors: [...(state.strictErrors ?? [])] }
  }

  private codec(apiVersion: string, kind: string): Codec {
    const name = this.typeName(apiVersion, kind)
    const codec = name === undefined ? undefined : this.compiler.codec(name)
    if (codec === undefined) throw new Error(`no kind "${kind}" is registered for version "${apiVersion}"`)
    return codec
  }

  private typeName(apiVersion: string, kind: string): string | undefined {
    const [group, version] = apiVersion.split('/')
    const found = Object.entries(this.types).find(
      ([, p]) => p.group === group && p.version === version && p.kinds.includes(kind),
    )
    return found === undefined ? undefined : `${found[0]}.${kind}`
  }
}

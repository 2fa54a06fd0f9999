/** The rules of applying strategic merge patches, which change with releases. */
export interface StrategicRules {
  /**
   * Directives in what the object lacks so far stay there, as unknown fields, and `$deleteFromPrimitiveList` replaces a list
   * that is not merged. Default false.
   */
  readonly keepsDirectives?: boolean
}

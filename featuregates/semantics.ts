/** The behaviour of a release of component-base; feature_gate.go changed several times between 0.24 and 0.36. */
export interface GateSemantics {
  /** The minor of the library, and of the release that contains it. */
  minor: number
  /** Specs have versions, gates can be emulated, and values asked for are kept and evaluated again. */
  versioned: boolean
  /** Specs can depend on the min compatibility version. */
  minCompatibility: boolean
  /** Gates can depend on other gates. */
  dependencies: boolean
  /** The check of a list of specs: it is sorted instead, or checked by the rules of 0.33 or of 0.35. */
  specRules: 'sorted' | '0.33' | '0.35'
  /** The log of set gates prints the map of gates with an `&`, as a pointer. */
  printsPointer: boolean
  /** Structured Info lines instead of Warning texts. */
  structuredLogs: boolean
  /** Validate() prints the warnings of Set() once more. */
  validateWarns: boolean
  /** A binary can be told both versions, each within a floor: emulation sets the min compatibility version too. */
  bothVersions: boolean
  /** Alpha gates that are on under emulation are warned about when the registry is validated. */
  warnsOfEmulatedAlpha: boolean
}

/** The behaviour of a minor release: above the recorded ones as the newest, below 0.24 as 0.24. */
export const semanticsOf = (minor: number): GateSemantics => ({
  minor,
  versioned: minor >= 31,
  minCompatibility: minor >= 35,
  dependencies: minor >= 35,
  specRules: minor >= 35 ? '0.35' : minor >= 33 ? '0.33' : 'sorted',
  printsPointer: minor < 30,
  structuredLogs: minor >= 36,
  validateWarns: minor >= 31 && minor < 36,
  bothVersions: minor >= 33,
  warnsOfEmulatedAlpha: minor >= 34,
})

// How the library of feature gates differs between releases; upstream's feature_gate.go changed several times between 0.24 and 0.36.
import { changing, dialect, since, until } from './release-changes.ts'

/** Differences between releases of component-base, by the minor of the library or of the release that contains it. */
export const gateDialect = dialect('feature gates', {
  /** Specs have versions, gates can be emulated, and values asked for are kept and evaluated again. */
  versioned: since(31, 'gates have a history by versions, and --emulated-version is known (KEP-4330)'),
  /** Whether a binary that knows --emulated-version takes another version than its own. */
  emulates: since(32, '--emulated-version can be older than the binary (KEP-4330)'),
  /** A binary can be told both versions, each within a floor: emulation sets the min compatibility version too. */
  bothVersions: since(33, '/version tells the emulated and the min compatibility version (KEP-4330)'),
  /** Specs can depend on the min compatibility version. */
  minCompatibility: since(
    35,
    'the default of a gate can depend on --min-compatibility-version, which its log and help name',
  ),
  /** Gates can depend on other gates. */
  dependencies: since(35, 'a gate that is on without the gates that it depends on is refused'),
  /** The check of a list of specs: it is sorted instead, or checked by the rules of a library. */
  specRules: changing<'sorted' | '0.33' | '0.35'>(
    'sorted',
    [33, '0.33', 'the specs of a gate have to be in the order of their versions'],
    [35, '0.35', 'the specs of a gate have to follow the stages of its life'],
  ),
  /** The log of set gates prints the map of gates with an `&`, as a pointer. */
  printsPointer: until(30, 'the log of set gates says {map[…]}, not &{map[…]}'),
  /** Whether Validate() prints the warnings of Set() once more. */
  validateWarns: changing(
    false,
    [31, true, 'the warning on a gate that is set is logged a second time when the gates are validated'],
    [36, false, 'the warning on a gate that is set is logged once'],
  ),
  /** Alpha gates that are on under emulation are warned about when the registry is validated. */
  warnsOfEmulatedAlpha: since(34, 'an alpha gate that is on under --emulated-version is warned about'),
  /** Info lines with keys and values instead of Warning texts. */
  structuredLogs: since(36, 'what is said of gates are structured Info lines, where they were Warning texts'),
})

/** The answers of one release. */
export type GateSemantics = ReturnType<typeof gateDialect>

// How releases differ in CustomResourceDefinitions.
import { changing, dialect, since, until } from '../../../featuregates/release-changes.ts'

/** Differences between releases in CustomResourceDefinitions, their validation and conditions. */
export const definitionDialect = dialect('definitions', {
  checksStructureFirst: since(
    25,
    'errors that make a schema of a custom resource not structural stand before others on the schema, and its rules are not compiled then',
  ),
  showsStoredVersions: since(
    28,
    'the error on a definition whose status.storedVersions lack the storage version shows the list, not the missing version',
  ),
  ratchetsCost: since(
    29,
    'an updated definition is not refused for the cost of a single rule where the schema of its version stays as it was',
  ),
  allowsNestedAdditionalFalse: since(
    31,
    'additionalProperties: false within allOf, anyOf, oneOf or not leaves a schema structural',
  ),
  checksCABundle: since(
    31,
    'a definition whose conversion webhook has a caBundle without certificates is not established, and an established one cannot get it',
  ),
  missingStoredVersion: changing<(version: string) => string>(
    () => 'must appear in spec.versions',
    [
      33,
      (version) =>
        `missing from spec.versions; ${version} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${version} and removes ${version} from status.storedVersions`,
      'the error on a stored version that spec.versions lack explains storage migration',
    ],
  ),
  namesFieldAgain: until(
    34,
    'errors on rules and selectable fields of definitions do not name the field again: "must be a valid path"',
  ),
  warnsOfFormats: since(
    34,
    'formats in schemas of definitions that the server does not know are warned about',
  ),
  instanceDeletionTimeout: changing('timed out waiting for the condition', [
    33,
    'context deadline exceeded',
    'the condition InstanceDeletionCheck of a definition whose instances do not go says "context deadline exceeded"',
  ]),
  statusOwnsMeta: since(
    36,
    'metadata that is written with the status of a definition is noted in managedFields',
  ),
  ratchetsSelectableFields: since(
    35,
    'more than 8 selectable fields of a definition may stay where they are stored already',
  ),
})

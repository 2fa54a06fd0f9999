// How releases differ in what the schemas of custom resources do to objects.
import { changing, dialect, since } from '../../../featuregates/release-changes.ts'

/** Differences between releases in validating and pruning custom resources. */
export const schemaDialect = dialect('schemas of custom resources', {
  missingTypeText: changing('must not be empty', [
    34,
    '',
    'the error on an embedded object without apiVersion or kind says no more than "Required value"',
  ]),
  checksNumberFormats: since(
    36,
    'numbers of custom resources must fit the format of their schema (int32, float)',
  ),
  comparesNulls: since(34, 'in x-kubernetes-validations, objects with a field that is null can be equal'),
  formatsByType: since(
    36,
    'schemas of custom resources know formats by type: int32 and int64 of integers, float and double of numbers, others of strings',
  ),
  // They came with 1.34, which by default is compatible with 1.33 and so does not count them.
  knowsKubernetesNames: since(
    35,
    'schemas of custom resources know the formats k8s-short-name and k8s-long-name',
  ),
  showsValues: since(
    35,
    'errors of x-kubernetes-validations show the value that breaks the rule, and of lists and objects nothing, where they showed the type',
  ),
  blocksOnEnums: since(29, 'x-kubernetes-validations are not evaluated where a value is not in its enum'),
  limitsIntOrString: since(
    34,
    'maxLength of a schema with x-kubernetes-int-or-string lowers the estimated cost of its rules',
  ),
  measuresEnums: since(29, 'the values of an enum lower the estimated cost of rules on it'),
  statusValidation: changing<'whole' | 'status' | 'statusPath'>(
    'whole',
    [
      28,
      'status',
      'an update of the status of a custom resource is validated against the schema of the status only',
    ],
    [31, 'statusPath', 'errors on the status of a custom resource name fields with "status." before them'],
  ),
  ratchetsStatus: since(
    33,
    'an update of the status of a custom resource lets pass what was wrong before and did not change',
  ),
})

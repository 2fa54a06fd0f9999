// How releases differ in how custom resources are served.
import { dialect, since } from '../../../featuregates/release-changes.ts'

/** Differences between releases in serving custom resources. */
export const servingDialect = dialect('custom resources', {
  publishesDocumentation: since(
    36,
    'OpenAPI has the externalDocs and the example of the schemas of custom resources',
  ),
  forbidsCreateInAdmission: since(
    34,
    'a custom resource that would be created, also by apply, while its definition terminates is forbidden (403); before, only a POST was refused, as a method that is not allowed (405)',
  ),
  resetsMetadataOfStatus: since(
    36,
    'a write of the status of a custom resource owns no metadata, which it does not change',
  ),
  warnsOfFinalizers: since(29, 'finalizers of custom resources without a domain are warned about'),
  asksForFinalizerPaths: since(
    32,
    'a finalizer of a custom resource that is a domain without a path is warned about in words of its own',
  ),
})

// THE table of resources: what each has of its own, in one row; the rows of an API group are a file of rows/. What a release serves is
// told by its facts; a resource without a row follows generic/default-strategy.ts, and its tables have name and time of creation.
// Upstream: pkg/registry/*/rest/storage_*.go
import type { ResourceRow } from './generic/resource-row.ts'
import { admissionregistrationRows } from './rows/admissionregistration.ts'
import { apiextensionsRows } from './rows/apiextensions.ts'
import { apiregistrationRows } from './rows/apiregistration.ts'
import { apiserverinternalRows } from './rows/apiserverinternal.ts'
import { appsRows } from './rows/apps.ts'
import { authenticationRows } from './rows/authentication.ts'
import { autoscalingRows } from './rows/autoscaling.ts'
import { batchRows } from './rows/batch.ts'
import { certificatesRows } from './rows/certificates.ts'
import { coordinationRows } from './rows/coordination.ts'
import { coreRows } from './rows/core.ts'
import { discoveryRows } from './rows/discovery.ts'
import { eventsRows } from './rows/events.ts'
import { flowcontrolRows } from './rows/flowcontrol.ts'
import { networkingRows } from './rows/networking.ts'
import { nodeRows } from './rows/node.ts'
import { policyRows } from './rows/policy.ts'
import { rbacRows } from './rows/rbac.ts'
import { resourceRows } from './rows/resource.ts'
import { schedulingRows } from './rows/scheduling.ts'
import { storageRows } from './rows/storage.ts'
import { storagemigrationRows } from './rows/storagemigration.ts'

/** The rows of all resources that have rules, tables or traits of their own. */
export const resources: readonly ResourceRow[] = [
  ...coreRows,
  ...admissionregistrationRows,
  ...apiextensionsRows,
  ...apiregistrationRows,
  ...apiserverinternalRows,
  ...appsRows,
  ...authenticationRows,
  ...autoscalingRows,
  ...batchRows,
  ...certificatesRows,
  ...coordinationRows,
  ...discoveryRows,
  ...eventsRows,
  ...flowcontrolRows,
  ...networkingRows,
  ...nodeRows,
  ...policyRows,
  ...rbacRows,
  ...resourceRows,
  ...schedulingRows,
  ...storageRows,
  ...storagemigrationRows,
]

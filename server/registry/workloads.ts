// The rules of all resources that are not about networks, nodes and namespaces: see index.ts.
import { admissionRegistrations, apiServiceRegistration } from './admissionregistration/registrations.ts'
import { appsRegistrations } from './apps/registrations.ts'
import { batchRegistrations } from './batch/registrations.ts'
import { certificateSigningRequestRegistration } from './certificatesigningrequest/strategy.ts'
import { configMapRegistration } from './configmap/strategy.ts'
import { deploymentRegistration } from './deployment/strategy.ts'
import type { ResourceRegistration } from './generic/strategy.ts'
import { podRegistration } from './pod/strategy.ts'
import { policyRegistrations } from './policy/registrations.ts'
import { replicaSetRegistration } from './replicaset/strategy.ts'
import { secretRegistration } from './secret/strategy.ts'
import { serviceAccountRegistration } from './serviceaccount/strategy.ts'
import { storageRegistrations } from './storageclass/registrations.ts'

export const workloadRegistrations: readonly ResourceRegistration[] = [
  certificateSigningRequestRegistration,
  configMapRegistration,
  deploymentRegistration,
  podRegistration,
  replicaSetRegistration,
  secretRegistration,
  serviceAccountRegistration,
  ...admissionRegistrations,
  ...appsRegistrations,
  ...batchRegistrations,
  ...policyRegistrations,
  ...storageRegistrations,
  apiServiceRegistration,
]

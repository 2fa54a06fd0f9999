import {
  mutatingPolicyBindingRules,
  mutatingPolicyRules,
  mutatingWebhookRules,
  validatingPolicyBindingRules,
  validatingPolicyRules,
  validatingWebhookRules,
} from '../admissionregistration/strategy.ts'
import * as admissionTables from '../tables/admission.ts'
import { group } from './group.ts'

const admission = { generation: true, conditionalUpdate: true, statusKeepsMeta: true }

/** The rows of admissionregistration.k8s.io. */
export const admissionregistrationRows = group('admissionregistration.k8s.io', {
  mutatingadmissionpolicies: {
    ...admission,
    rules: mutatingPolicyRules,
    table: admissionTables.printMutatingAdmissionPolicy,
  },
  mutatingadmissionpolicybindings: {
    ...admission,
    rules: mutatingPolicyBindingRules,
    table: admissionTables.printAdmissionPolicyBinding,
  },
  mutatingwebhookconfigurations: {
    ...admission,
    rules: mutatingWebhookRules,
    table: admissionTables.printWebhooks,
    fields: ['webhooks'],
    countsEmpty: true,
  },
  validatingadmissionpolicies: {
    ...admission,
    rules: validatingPolicyRules,
    table: admissionTables.printValidatingAdmissionPolicy,
  },
  validatingadmissionpolicybindings: {
    ...admission,
    rules: validatingPolicyBindingRules,
    table: admissionTables.printAdmissionPolicyBinding,
  },
  validatingwebhookconfigurations: {
    ...admission,
    rules: validatingWebhookRules,
    table: admissionTables.printWebhooks,
    fields: ['webhooks'],
    countsEmpty: true,
  },
})

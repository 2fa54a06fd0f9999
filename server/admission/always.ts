// Upstream: plugin/pkg/admission/{admit,deny}/admission.go
import type { AdmissionPlugin } from './chain.ts'
import { forbid } from './forbid.ts'

/** Says yes, and so changes nothing: it is there because it can be asked for. */
export const alwaysAdmit: AdmissionPlugin = {
  name: 'AlwaysAdmit',
  handles: () => true,
  admit() {},
  validate() {},
}

/** Says no. */
export const alwaysDeny: AdmissionPlugin = {
  name: 'AlwaysDeny',
  handles: () => true,
  admit(attributes) {
    throw forbid(attributes, 'admission control is denying all modifications')
  },
  validate(attributes) {
    throw forbid(attributes, 'admission control is denying all modifications')
  },
}

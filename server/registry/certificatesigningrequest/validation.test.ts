import { describe, expect, it } from 'vitest'
import type { CertificateSigningRequest } from '../../../api/certificates-v1.ts'
import { errorText } from '../../../apimachinery/field-error.ts'
import { createAuthority } from '../../../component-base/certificate-authority.ts'
import { certificateRequest } from '../../testing/certificate-request.ts'
import { RulesAtWork } from '../testing/rules-at-work.ts'
import { certificateSigningRequestRules } from './strategy.ts'
import { validateRequest, validateRequestUpdate } from './validation.ts'

const pem = (label: string): string =>
  Buffer.from(`-----BEGIN ${label}-----\nAAAA\n-----END ${label}-----\n`).toString('base64')
const good = {
  spec: { request: certificateRequest({ CN: 'joe' }), signerName: 'a.b/c', usages: ['client auth'] },
}

describe('a certificate signing request', () => {
  it('names its signer, its usages and holds a request', () => {
    expect(validateRequest(good, 36)).toEqual([])
    const spec = { usages: ['x', 'x'], signerName: 'kubernetes.io/legacy-unknown', expirationSeconds: 5 }
    expect(validateRequest({ spec }, 36).map((error) => error.field)).toEqual([
      'spec.request',
      'spec.usages[0]',
      'spec.usages[1]',
      'spec.usages[1]',
      'spec.signerName',
      'spec.expirationSeconds',
    ])
  })

  // Recorded from kube-apiserver 1.36.3.
  it.each([
    ['', 'asn1: syntax error: sequence truncated'],
    ['MAA=', 'asn1: syntax error: sequence truncated'],
    ['MIIBIjANBgkqhkiG', 'asn1: syntax error: data truncated'],
    [
      'Zm9vYmFy',
      "asn1: structure error: tags don't match (16 vs {class:1 tag:6 length:111 isCompound:true}) {optional:false explicit:false application:false private:false defaultValue:<nil> tag:<nil> stringType:0 timeType:0 set:false omitEmpty:false} certificateRequest @2",
    ],
  ])('does not hold %s', (data, why) => {
    const text = `-----BEGIN CERTIFICATE REQUEST-----\n${data}${data && '\n'}-----END CERTIFICATE REQUEST-----\n`
    const request = Buffer.from(text).toString('base64')
    const spec = { ...good.spec, request }
    expect(validateRequest({ spec }, 36).map(errorText)).toEqual([
      `spec.request: Invalid value: "${request}": ${why}`,
    ])
  })

  it('is approved or denied, and stays so', () => {
    const both: CertificateSigningRequest = {
      ...good,
      status: {
        conditions: [
          { type: 'Approved', status: 'True' },
          { type: 'Denied', status: 'False' },
        ],
      },
    }
    expect(validateRequest(both, 36).map(errorText)).toEqual([
      'status.conditions[1].status: Unsupported value: "False": supported values: "True"',
      'status.conditions: Invalid value: "Denied": Approved and Denied conditions are mutually exclusive',
    ])
    const approved = { ...good, status: { conditions: [{ type: 'Approved', status: 'True' }] } }
    const nothing = { approval: false, certificate: false }
    expect(validateRequestUpdate(good, approved, nothing, 36).map(errorText)).toEqual([
      'status.conditions: Forbidden: updates may not remove a condition of type "Approved"',
    ])
    expect(validateRequestUpdate(approved, good, nothing, 36).map(errorText)).toEqual([
      'status.conditions: Forbidden: updates may not add a condition of type "Approved"',
    ])
    expect(validateRequestUpdate(approved, good, { ...nothing, approval: true }, 36)).toEqual([])
  })

  it('stays approved where its approval is written without conditions', () => {
    const rules = new RulesAtWork(certificateSigningRequestRules)
    const conditions = [{ type: 'Approved', status: 'True' }]
    const approved = {
      apiVersion: 'certificates.k8s.io/v1',
      kind: 'CertificateSigningRequest',
      metadata: { name: 'a' },
    }
    const before = { ...approved, ...good, status: { conditions } }
    expect(rules.update(before, { status: { conditions: null } }, 'approval').errors).toEqual([
      'status.conditions: Forbidden: updates may not remove a condition of type "Approved"',
    ])
  })

  it('gets its certificate once', () => {
    const signed = (text: string) => ({ ...good, status: { certificate: text } })
    const may = { approval: false, certificate: true }
    const issued = Buffer.from(createAuthority('ca', 0).cert)
    expect(validateRequestUpdate(signed(issued.toString('base64')), good, may, 36)).toEqual([])
    expect(validateRequestUpdate(signed(pem('KEY')), good, may, 36).map(errorText)).toEqual([
      'status.certificate: Invalid value: "<certificate data>": only CERTIFICATE PEM blocks are allowed, found "KEY"',
    ])
    const block = (body: string) =>
      Buffer.from(`-----BEGIN CERTIFICATE-----\n${body}-----END CERTIFICATE-----\n`).toString('base64')
    expect(validateRequestUpdate(signed(block('YQ==\n')), good, may, 36).map(errorText)).toEqual([
      'status.certificate: Invalid value: "<certificate data>": x509: malformed certificate',
    ])
    expect(validateRequestUpdate(signed(block('')), good, may, 36).map(errorText)).toEqual([
      'status.certificate: Invalid value: "<certificate data>": found CERTIFICATE PEM block containing 0 certificates',
    ])
    const twice = Buffer.concat([issued, issued]).toString('base64')
    expect(
      validateRequestUpdate(signed(twice), signed(issued.toString('base64')), may, 36).map(errorText),
    ).toEqual(['status.certificate: Forbidden: updates may not modify existing certificate content'])
  })
})

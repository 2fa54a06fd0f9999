import { expect, it } from 'vitest'
import { isPlainStatement } from './plain-statement.ts'

it.each([
  'The pod belongs to a Deployment.',
  'The old pod lingers.',
  'They belong to a Deployment.',
  'Some pods belong to a Job.',
  'The API server prunes it.',
  'The pod became static.',
  'Now the finalizer blocks it.',
  'Its labels disappeared.',
  'All nodes still see the Secret.',
  'A Secret backs it.',
  'Admission mutates it.',
  'The flag enables the field.',
  'The flag keeps the condition.',
  'The option turns the gate on.',
  'The list holds three pods.',
  'The machine hosts two kubelets.',
  'The number exceeds the quota.',
  'The host reboots into the new kernel.',
])('%s', (text) => expect(isPlainStatement(text)).toBe(true))

it.each([
  'The pod in the other namespace',
  'The pods of the Job:',
  'The pod logs:',
  'The pod used below',
  'Delete the pod.',
  'the following steps',
  'This is done by hand.',
  'Pods with two containers',
  'The pod disruption budget',
  'Deployment manifests',
  'The table gives an overview.',
  'The picture explains the idea.',
  'The flag saves a little typing.',
  'The order matters in this test.',
  'The beta graduation requires this test.',
  'The alias makes the commands short.',
  'The appendix lists the commands in full.',
])('says nothing: %s', (text) => expect(isPlainStatement(text)).toBe(false))

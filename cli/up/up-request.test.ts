import { describe, expect, it } from 'vitest'
import { FlagError } from '../../component-base/flags/flag-definition.ts'
import { readUp } from './up-request.ts'

const optionsOf = async (...args: string[]) => (await readUp(args))!.options

describe('the command line of kepsim up', () => {
  it('has one server, of the newest release', async () => {
    const { apiservers, etcd, release } = await optionsOf()
    expect([apiservers, etcd, release]).toEqual([undefined, undefined, undefined])
  })

  it.each([
    ['3', 3],
    ['1.36', ['1.36']],
    ['1.35,1.36', ['1.35', '1.36']],
    ['v1.31.0, 1.31.14', ['1.31.0', '1.31.14']],
  ])('reads --apiservers %s', async (text, apiservers) => {
    expect((await optionsOf('--apiservers', text)).apiservers).toEqual(apiservers)
  })

  it('reads what containers use', async () => {
    expect((await optionsOf()).metrics).toBeUndefined()
    expect((await optionsOf('--metrics')).metrics).toEqual({ cpu: '0', memory: '0' })
    expect((await optionsOf('--metrics', '--metrics-usage=cpu=5m, memory=16Mi')).metrics).toEqual({
      cpu: '5m',
      memory: '16Mi',
    })
  })

  it('reads where an etcd is', async () => {
    const { etcd } = await optionsOf('--etcd-servers=http://a:2379,http://b:2379', '--etcd-prefix=/other')
    expect(etcd).toEqual({ servers: ['http://a:2379', 'http://b:2379'], prefix: '/other' })
  })

  it('lets --release name that of so many servers', async () => {
    expect(await optionsOf('--release=1.34', '--apiservers=2')).toMatchObject({
      release: '1.34',
      apiservers: 2,
    })
  })

  it.each([
    [
      ['--apiservers=three'],
      '--apiservers three: write a number, as 3, or a release for each server, as 1.35,1.36',
    ],
    [['--apiservers=1.35+1.36'], '--apiservers 1.35+1.36: write a number'],
    [['--apiservers=1.35,'], '--apiservers 1.35,: write a number'],
    [
      ['--release=1.36', '--apiservers=1.35,1.36'],
      '--release 1.36 and --apiservers 1.35,1.36 both name releases: leave one out, or write --apiservers 2',
    ],
    [['--data=d', '--apiservers=2'], '--data keeps the store of one server'],
    [
      ['--data=d', '--etcd-servers=http://a:2379'],
      '--data and --etcd-servers both say where the objects are',
    ],
    [['--etcd-socket=s', '--etcd-servers=http://a:2379'], '--etcd-socket serves a store that is no etcd'],
    [['--etcd-prefix=/x'], '--etcd-prefix says how --etcd-servers is used: name one'],
    [
      ['--etcd-servers=http://a:2379', '--etcd-cafile=/nowhere/ca.pem'],
      '--etcd-cafile /nowhere/ca.pem: no such file',
    ],
    [['--metrics-usage=cpu=1'], '--metrics-usage says what --metrics tells: give that too'],
    [['--metrics', '--metrics-usage=gpu=1'], '--metrics-usage gpu=1: "gpu" is not measured; write amounts'],
    [['--metrics', '--metrics-usage=cpu=-1'], '--metrics-usage cpu=-1: "-1" is no amount of cpu; write'],
    [['--metrics', '--metrics-usage=cpu'], '--metrics-usage cpu: "" is no amount of cpu; write'],
    [['more'], 'unknown argument "more"'],
  ])('refuses %j', async (args, message) => {
    const read = readUp(args)
    await expect(read).rejects.toThrow(FlagError)
    await expect(read).rejects.toThrow(message)
  })
})

import { expect, it } from 'vitest'
import { parseModuleSpec, parseSeverity, parseTraceLocation } from './klog-values.ts'

it.each([
  ['2', 2],
  ['warning', 1],
  ['FATAL', 3],
  ['-1', -1],
])('reads the severity %s', (text, severity) => {
  expect(parseSeverity(text)).toBe(severity)
})

it('refuses what is no severity', () => {
  expect(() => parseSeverity('loud')).toThrow('strconv.ParseInt: parsing "loud": invalid syntax')
})

it.each([
  ['', ':0'],
  ['klog.go:12', 'klog.go:12'],
])('reads the place %j', (text, place) => {
  expect(parseTraceLocation(text)).toBe(place)
})

it.each([':0', 'klog.go', 'klog.go:x', 'klog.go:1:2', 'klog:1'])('refuses the place %s', (text) => {
  expect(() => parseTraceLocation(text)).toThrow('syntax error: expect file.go:234')
})

it('refuses a place before the first line', () => {
  expect(() => parseTraceLocation('klog.go:0')).toThrow('negative or zero value for level')
})

it('reads levels of modules, without those of level 0', () => {
  expect(parseModuleSpec('a=1,,b*=2,c=0,')).toEqual(['a=1', 'b*=2'])
})

it.each(['a', '=1', 'a=', 'a=1=2', 'a=x', 'a=2147483648'])('refuses the levels %s', (text) => {
  expect(() => parseModuleSpec(text)).toThrow('syntax error: expect comma-separated list of filename=N')
})

it('refuses a level below zero', () => {
  expect(() => parseModuleSpec('a=-1')).toThrow('negative value for vmodule level')
})

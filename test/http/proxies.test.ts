import { expect, test } from '@jest/globals'
import express from 'express'
import { trustProxies } from '../../src/http/server/proxies.js'

test.each([
  ['a number', '1', '10.0.0.1', true],
  ['a number', '1', '::ffff:172.17.0.1', true],
  ['a number', '1', 'fd00::1', true],
  ['a number', '1', '127.0.0.1', true],
  ['a number', '1', '93.184.215.14', false],
  ['a number', '1', '::ffff:93.184.215.14', false],
  ['a number', '1', '2606:4700::1', false],
  ['no proxies', '0', '10.0.0.1', false],
  ['nothing', undefined, '127.0.0.1', false],
  ['a subnet', '93.184.215.0/24', '93.184.215.14', true],
  ['a subnet', '93.184.215.0/24', '10.0.0.1', false],
  ['a name', 'loopback', '::1', true],
])('TRUST_PROXY with %s (%s): whether the peer %s is a proxy: %s', (_, trustProxy, address, expected) => {
  expect(trustProxies(express(), trustProxy)(address)).toBe(expected)
})

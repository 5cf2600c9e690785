import { ModernFakeTimers } from '@jest/fake-timers';
import * as fc from 'fast-check';
import { bind } from 'jest-each';

/*
 * Extends jest-light-runner with time limits, asynchronous fake timers, virtual modules, and cleanup between test
 * files, because a worker's files share one process.
 */

/**
 * Property tests repeat the same cases so that they fail only after a change. Set FAST_CHECK_SEED to try other cases.
 */
fc.configureGlobal({ seed: Number(process.env.FAST_CHECK_SEED ?? 20_260_101) });

/** Catches tests that hang. Even a busy machine must not reach this limit, so lower limits are raised to it. */
const LIMIT_MS = 300_000;

const { setTimeout, clearTimeout } = globalThis;
const timers = new ModernFakeTimers({ config: { fakeTimers: {} }, global: globalThis });
Object.assign(jest, {
  useFakeTimers: (options) => (timers.useFakeTimers(options), jest),
  useRealTimers: () => (timers.useRealTimers(), jest),
  unstable_mockModule: (name, factory) => void globalThis.virtualTestModules.set(name, factory()),
  advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
  setSystemTime: (now) => timers.setSystemTime(now),
  advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
});

/** A test may handle a rejected promise late. Rejections still unhandled at the end of the file are printed. */
const unhandled = new Map();
process.on('unhandledRejection', (error, promise) => unhandled.set(promise, error));
process.on('rejectionHandled', (promise) => unhandled.delete(promise));

const environment = { ...process.env };

/** Undoes what the previous test file changed. */
globalThis.beforeTestFile = () => {
  for (const error of unhandled.values()) console.error('Unhandled rejection in the previous test file:', error);
  unhandled.clear();
  jest.restoreAllMocks();
  timers.useRealTimers();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
};

function limited(fn, wantedMs = 0) {
  if (fn === undefined) return undefined;
  const limitMs = Math.max(wantedMs, LIMIT_MS);
  return async () => {
    let timer;
    const hangs = new Promise((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`Not finished after ${limitMs} ms.`)), limitMs);
    });
    try {
      return await Promise.race([fn(), hangs]);
    } finally {
      clearTimeout(timer);
    }
  };
}

function withLimit(define) {
  const limit = (name, fn, limitMs) => define(name, limited(fn, limitMs), limitMs);
  limit.each = bind(limit);
  return limit;
}

const { only, skip } = globalThis.it;
globalThis.it = Object.assign(withLimit(globalThis.it), { only: withLimit(only), skip });
globalThis.test = globalThis.it;
for (const hook of ['beforeAll', 'beforeEach', 'afterEach', 'afterAll']) {
  const define = globalThis[hook];
  globalThis[hook] = (fn, limitMs) => define(limited(fn, limitMs), limitMs);
}

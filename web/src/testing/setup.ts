import '@testing-library/jest-dom';
import { TextDecoder, TextEncoder } from 'node:util';
import { jest } from '@jest/globals';
import { cleanup, configure } from '@testing-library/react';
import { FakeEventSource, FakeMessageChannel, FakeResizeObserver, FakeXmlHttpRequest } from './browser-fakes.ts';
import {
  fastComputedStyle,
  keepVisibilityStylesOnly,
  skipDomDumpWhileRetrying,
  speedUpListLength,
} from './jsdom-speedups.ts';

// For busy machines: a screen loads its code before it renders.
configure({ asyncUtilTimeout: 30_000 });
skipDomDumpWhileRetrying();
speedUpListLength();

// Browser features that jsdom lacks.
Object.assign(globalThis, {
  // Testing Library needs it to advance fake timers.
  jest,
  TextEncoder,
  TextDecoder,
  MessageChannel: FakeMessageChannel,
  EventSource: FakeEventSource,
  XMLHttpRequest: FakeXmlHttpRequest,
  ResizeObserver: FakeResizeObserver,
  // Reduced motion: elements open without animations, whose duration would depend on the machine.
  matchMedia: (media: string) => ({
    media,
    matches: media === '(prefers-reduced-motion: reduce)',
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }),
});

/** A canvas context that accepts all calls and draws nothing, so that charts render without pixels. */
const nothing: object = new Proxy(() => nothing, {
  get: (_target, name) => (name === 'width' ? 0 : name === Symbol.toPrimitive ? () => 0 : nothing),
  apply: () => nothing,
  set: () => true,
});
Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', { value: () => nothing });
Object.defineProperties(HTMLElement.prototype, {
  scrollIntoView: { configurable: true, value: () => undefined },
  clientWidth: { configurable: true, get: () => 800 },
  clientHeight: { configurable: true, get: () => 400 },
});

keepVisibilityStylesOnly();
const inBrowser = globalThis.getComputedStyle;
// Drops the second argument: antd reads the scroll bar pseudo-element, which jsdom reports as an error.
const computedStyle = fastComputedStyle((element) => inBrowser(element));
globalThis.getComputedStyle = computedStyle;
if (document.defaultView !== null) document.defaultView.getComputedStyle = computedStyle;

const shared = globalThis as unknown as { beforeTestFile: () => void };
const { beforeTestFile } = shared;
// The runner drops a setup file's hooks before each test file.
shared.beforeTestFile = () => {
  beforeTestFile();
  afterEach(() => {
    cleanup();
    FakeEventSource.reset();
    FakeXmlHttpRequest.reset();
    localStorage.clear();
    sessionStorage.clear();
    window.history.replaceState(null, '', '/');
  });
};

interface Port {
  onmessage: ((event: { data: unknown }) => void) | null;
  postMessage: (data: unknown) => void;
  close: () => void;
}

/** Message ports by timer. Node's own would keep the test process alive until each one is closed. */
export class FakeMessageChannel {
  readonly port1: Port;
  readonly port2: Port;

  constructor() {
    this.port1 = portTo(() => this.port2);
    this.port2 = portTo(() => this.port1);
  }
}

function portTo(other: () => Port): Port {
  return {
    onmessage: null,
    postMessage: (data) => void setTimeout(() => other().onmessage?.({ data }), 0),
    close: () => undefined,
  };
}

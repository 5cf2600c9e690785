import { Component, type ReactNode } from 'react';
import { MissingCode } from '../failures/missing-code.ts';
import { reloadForNewerBuild } from '../failures/newer-build.ts';
import { reloadPage } from '../leaving/reload-page.ts';
import { GateError } from './gate-states.tsx';

/** The last net: code that could not be fetched, a mistake in the frame itself. Never a blank page. */
export class GateBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof MissingCode) void reloadForNewerBuild();
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children;
    // A reload, not a second render: after an upgrade the old code files are gone from the server.
    return <GateError error={this.state.error} onRetry={reloadPage} />;
  }
}

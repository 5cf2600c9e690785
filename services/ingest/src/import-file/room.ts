/** Memory for one text after the other: made anew for each, megabytes would lie about until V8 gets to collecting them. */
export class Room {
  private buffer: Buffer = Buffer.alloc(0);

  /** At least so many bytes, with whatever the text before has left. */
  of(bytes: number): Buffer {
    if (this.buffer.length < bytes) this.buffer = Buffer.allocUnsafeSlow(bytes);
    return this.buffer;
  }
}

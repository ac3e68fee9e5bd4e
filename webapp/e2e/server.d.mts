/** A server of its own (server.mjs). */
export interface Server {
  url: string;
  ready(): Promise<void>;
  stop(): Promise<void>;
}

export function startServer(
  folder: string,
  wanted?: () => boolean,
  more?: Readonly<Record<string, string>>,
): Promise<Server>;

// Of Pyodide what is used here.

declare module "*/pyodide.mjs" {
  export function loadPyodide(options?: object): Promise<Pyodide>;
}

interface Pyodide {
  FS: PyodideFiles;
  globals: { set(name: string, value: unknown): void };
  registerJsModule(name: string, module: object): void;
  runPython(code: string): any;
  runPythonAsync(code: string): Promise<any>;
}

interface PyodideFiles {
  mkdirTree(path: string): void;
  writeFile(path: string, content: Uint8Array, options?: { canOwn: boolean }): void;
  mount(type: unknown, options: object, path: string): void;
  filesystems: { NODEFS: unknown };
}

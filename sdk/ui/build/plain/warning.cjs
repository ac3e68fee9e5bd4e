// A missing text gives its key; nobody reads the console.
module.exports = () => {};

